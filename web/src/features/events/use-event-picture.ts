import { useEffect, useRef, useState } from 'react';
import { isUploaded } from './event-form-values.ts';
import { findPictureFault } from './picture-file.ts';

interface Chosen {
  file: File;
  /** Where the browser shows the file from. */
  url: string;
}

/** The picture of an event that is being written: a chosen file, or the upload it already has. */
export function useEventPicture(storedUrl: string | null) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [removed, setRemoved] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const url = chosen?.url;
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url]);
  return {
    chosen,
    /** Why the file that was given last cannot be the picture; the form is not sent with it. */
    fault,
    setFault,
    /** The control, for the focus. */
    input,
    /** The upload that stays when nothing takes its place. */
    stored: !removed && isUploaded(storedUrl) ? storedUrl : null,
    removed,
    choose(file: File) {
      const found = findPictureFault(file);
      setFault(found);
      setChosen(found ? null : { file, url: URL.createObjectURL(file) });
      return found === null;
    },
    /** Takes back what was chosen last: a rejected file, the chosen one, or else the upload. */
    remove() {
      setFault(null);
      setChosen(null);
      if (!chosen && fault === null) setRemoved(true);
    },
  };
}

export type EventPicture = ReturnType<typeof useEventPicture>;
