import { useEffect, useRef, useState } from 'react';
import { isUploaded } from './event-form-values.ts';
import { findPictureFault } from './picture-file.ts';

interface Chosen {
  file: File;
  /** Where the browser shows the file from. */
  url: string;
}

interface Fault {
  message: string;
  /** The server refused the chosen file itself; else another one was given that could not take its place. */
  isOfChosen: boolean;
}

/**
 * The picture of an event that is being written: a chosen file, or the upload it already has.
 * @param onChoice is told the name of the file that is chosen now, or null for none
 */
export function useEventPicture(storedUrl: string | null, onChoice: (name: string | null) => void) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [removed, setRemoved] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const url = chosen?.url;
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url]);
  return {
    chosen,
    /** Why the file that was given last cannot be the picture; the form is not sent with it. */
    fault: fault?.message ?? null,
    /** Takes the server's word on the chosen file. */
    setFault: (message: string) => setFault({ message, isOfChosen: true }),
    forgetFault: () => setFault(null),
    /** The control, for the focus. */
    input,
    /** The upload that stays when nothing takes its place. */
    stored: !removed && isUploaded(storedUrl) ? storedUrl : null,
    removed,
    choose(file: File) {
      const found = findPictureFault(file);
      if (found) setFault({ message: found, isOfChosen: false });
      else {
        setFault(null);
        setChosen({ file, url: URL.createObjectURL(file) });
        onChoice(file.name);
      }
      return found === null;
    },
    /** Takes back what was chosen last: a file that cannot be the picture, the chosen one, or else the upload. */
    remove() {
      setFault(null);
      if (fault && !fault.isOfChosen) return;
      setChosen(null);
      onChoice(null);
      if (!chosen && !fault) setRemoved(true);
    },
    startOver() {
      setFault(null);
      setChosen(null);
      setRemoved(false);
      onChoice(null);
    },
  };
}

export type EventPicture = ReturnType<typeof useEventPicture>;
