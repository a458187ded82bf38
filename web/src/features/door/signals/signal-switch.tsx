import { useState } from 'react';
import { Switch } from '../../../ui/forms/switch.tsx';
import { areSignalsOn, giveSignal, switchSignals } from './signals.ts';

/** Switches the signals on this device on, and plays one, so that the staff know it. */
export function SignalSwitch() {
  const [isOn, setIsOn] = useState(areSignalsOn);
  return (
    <Switch
      label="Sound and vibration"
      hint={
        'vibrate' in navigator
          ? 'One short signal for In, three long ones for everything else.'
          : 'One short sound for In, three long ones for everything else. This device cannot vibrate.'
      }
      checked={isOn}
      onChange={(wanted) => {
        switchSignals(wanted);
        setIsOn(wanted);
        giveSignal('good');
      }}
    />
  );
}
