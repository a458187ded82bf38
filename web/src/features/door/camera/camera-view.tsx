import { Camera, CameraOff } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { type CameraState, useCamera } from './use-camera.ts';
import { useCodeReading } from './use-code-reading.ts';

/** Shows the camera's picture, or a text that says why there is no picture and what to do. */
export function CameraView({ onCode }: { onCode: (text: string) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const { state, stream, start } = useCamera();
  const hasNoReader = useCodeReading(video, state === 'on', onCode);
  const show = useCallback(
    (screen: HTMLVideoElement | null) => {
      video.current = screen;
      // React has no `srcObject` attribute for videos, so set the property of the element.
      if (screen) screen.srcObject = stream;
    },
    [stream],
  );
  return (
    <div
      ref={box}
      tabIndex={-1}
      className="relative aspect-square w-full max-w-lg overflow-hidden rounded-2xl border border-line bg-[#16100b] text-[#fffaf2]"
    >
      <video
        ref={show}
        autoPlay
        muted
        playsInline
        aria-label="What the camera sees"
        className={classes('size-full object-cover', state !== 'on' && 'invisible')}
      />
      {state === 'on' ? (
        <Frame hasNoReader={hasNoReader} />
      ) : (
        <NoPicture
          state={state}
          onStart={() => {
            // The pressed button disappears, so the area around it gets the focus.
            box.current?.focus({ preventScroll: true });
            start();
          }}
        />
      )}
    </div>
  );
}

function Frame({ hasNoReader }: { hasNoReader: boolean }) {
  return (
    <>
      <span
        aria-hidden
        className="pointer-events-none absolute inset-[14%] rounded-3xl border-4 border-[#fffaf2]/90 shadow-[0_0_0_100vmax_rgb(0_0_0_/_0.35)]"
      />
      <p className="pointer-events-none absolute inset-x-0 bottom-[3.5%] text-center text-[0.9375rem] font-semibold">
        {hasNoReader ? 'The reader could not be loaded. Reload the page.' : 'Hold the ticket’s QR code here'}
      </p>
    </>
  );
}

const words: Record<Exclude<CameraState, 'on'>, { text: string; button?: string }> = {
  off: {
    text: 'Scan tickets with this device’s camera. Your browser will ask for permission once. No picture leaves this device.',
    button: 'Start Camera',
  },
  starting: { text: 'Starting the camera...' },
  denied: {
    text: 'Your browser blocks the camera for this site. Allow it in the site settings next to the address bar, then try again. You can also type the code.',
    button: 'Try Again',
  },
  missing: { text: 'No camera was found on this device. Type the code instead.', button: 'Try Again' },
  busy: {
    text: 'The camera cannot be used right now. Another app may be using it. Close that app and try again.',
    button: 'Try Again',
  },
  unsupported: {
    text: 'The camera works only when the address begins with https. Open this page that way, or type the code.',
  },
};

function NoPicture({ state, onStart }: { state: Exclude<CameraState, 'on'>; onStart: () => void }) {
  const { text, button } = words[state];
  const Icon = state === 'off' || state === 'starting' ? Camera : CameraOff;
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-5 p-7 text-center">
      <Icon size={44} strokeWidth={1.5} aria-hidden />
      <p role="status" className="max-w-xs">
        {text}
      </p>
      {button && <Button onClick={onStart}>{button}</Button>}
    </div>
  );
}
