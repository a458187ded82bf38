// Sound and vibration say whether a ticket was accepted, so that the staff can look at the guests.

const storedName = 'door_signals';

/** Sounds disturb a quiet hall, so there are no signals until somebody switches them on. */
export function areSignalsOn(): boolean {
  try {
    return localStorage.getItem(storedName) === 'on';
  } catch {
    return false;
  }
}

export function switchSignals(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(storedName, 'on');
    else localStorage.removeItem(storedName);
  } catch {
    // The storage is forbidden, so there are no signals.
  }
}

/** A `good` signal is short and high. A `bad` one is long, low and repeated. */
export function giveSignal(signal: 'good' | 'bad'): void {
  if (!areSignalsOn()) return;
  if ('vibrate' in navigator) navigator.vibrate(signal === 'good' ? 60 : [120, 80, 120, 80, 120]);
  try {
    playTones(signal === 'good' ? { hertz: 880, count: 1 } : { hertz: 220, count: 3 });
  } catch {
    // Some browsers cannot play tones. The colours say the same.
  }
}

let audio: AudioContext | undefined;

const toneSeconds = 0.12;
const pauseSeconds = 0.08;

function playTones({ hertz, count }: { hertz: number; count: number }): void {
  // Browsers play nothing before the user has touched the page, and complain about the attempt.
  if (!navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  audio.resume().catch(() => undefined);
  for (let place = 0; place < count; place += 1) {
    const tone = new OscillatorNode(audio, { type: 'square', frequency: hertz });
    const start = audio.currentTime + place * (toneSeconds + pauseSeconds);
    tone.connect(new GainNode(audio, { gain: 0.2 })).connect(audio.destination);
    tone.start(start);
    tone.stop(start + toneSeconds);
  }
}
