import { useEffect, useRef, useState } from 'react';
import { isOwnPicture } from '../own-picture.ts';
import { findPictureFault } from './picture-file.ts';

interface Chosen {
  file: File;
  /** The blob address of the file. */
  url: string;
  /** Whether the file came from a copied thing, and the user did not choose it. */
  isCopied: boolean;
}

interface Fault {
  message: string;
  /**
   * True if the server refused the chosen file. False if the form refused a second file, so that the first file stays
   * chosen.
   */
  isOfChosen: boolean;
}

/**
 * The picture in a form: a chosen file, or the picture that Foyer keeps.
 * @param onChoice gets the name of the chosen file, or null when there is none
 */
export function useChosenPicture(storedUrl: string | null, onChoice?: (name: string | null) => void) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [copied, setCopied] = useState<File | null>(null);
  const [removed, setRemoved] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const url = chosen?.url;
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url]);
  return {
    chosen,
    /**
     * The reason why a file was refused; null when no file was refused. The form cannot be sent while there
     * is a reason.
     */
    fault: fault?.message ?? null,
    setFault: (message: string) => setFault({ message, isOfChosen: true }),
    forgetFault: () => setFault(null),
    /** The file input, which gets the focus on an error. */
    input,
    /** The picture that Foyer keeps, unless it was removed. */
    stored: !removed && isOwnPicture(storedUrl) ? storedUrl : null,
    removed,
    /** Whether the user has changed the picture. */
    changed: removed || (chosen !== null && !chosen.isCopied),
    /** Takes the picture of a copied thing, unless the user was faster. */
    copy(file: File) {
      setCopied(file);
      setChosen((present) => present ?? takeFile(file, true));
    },
    choose(file: File) {
      const found = findPictureFault(file);
      if (found) setFault({ message: found, isOfChosen: false });
      else {
        setFault(null);
        setChosen(takeFile(file, false));
        onChoice?.(file.name);
      }
      return found === null;
    },
    /**
     * Removes the refused file. If there is none, removes the chosen file, or else the picture that Foyer
     * keeps.
     */
    remove() {
      setFault(null);
      if (fault && !fault.isOfChosen) return;
      setChosen(null);
      onChoice?.(null);
      if (chosen ? chosen.isCopied : !fault) setRemoved(true);
    },
    startOver() {
      setFault(null);
      setChosen(copied && takeFile(copied, true));
      setRemoved(false);
      onChoice?.(null);
    },
  };
}

function takeFile(file: File, isCopied: boolean): Chosen {
  return { file, url: URL.createObjectURL(file), isCopied };
}

export type ChosenPicture = ReturnType<typeof useChosenPicture>;

/**
 * Finds the picture to preview: the chosen file or, unless a web address was typed, the picture that Foyer keeps. A
 * typed web address is not loaded, because the other site would learn who looks at the form.
 */
export function findShownPicture(address: string, { chosen, stored }: ChosenPicture): string | null {
  if (chosen) return chosen.url;
  return address.trim() === '' ? stored : null;
}
