import { Copy, Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSite } from '../../../layout/use-site.ts';
import { Button } from '../../../ui/button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/overlays/toast.ts';

export interface RecoveryCodesProps {
  heading: 'h2' | 'h3';
  codes: string[];
  username: string;
  onDone: () => void;
}

/** Shows new recovery codes. Users cannot see them again later, because Foyer keeps only their hashes. */
export function RecoveryCodes({ heading: Heading, codes, username, onDone }: RecoveryCodesProps) {
  const { origin } = useSite();
  const title = useRef<HTMLHeadingElement>(null);
  // Screen readers continue at this heading, because the form that had the focus has disappeared.
  useEffect(() => title.current?.focus(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast.success('Recovery codes copied');
    } catch {
      toast.error('The codes could not be copied. Select them and copy them yourself.');
    }
  };
  const download = () => {
    const text = `Recovery codes of ${username} at ${origin}\nEach code works once.\n\n${codes.join('\n')}\n`;
    saveFile('foyer-recovery-codes.txt', new Blob([text], { type: 'text/plain' }));
  };
  return (
    <div className="grid gap-4">
      <Heading ref={title} tabIndex={-1} className="text-xl font-semibold outline-none">
        Save your recovery codes
      </Heading>
      <p>
        Each of these codes lets you log in once without your phone. Keep them in a safe place, such as a
        password manager or on paper. They are shown only now.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-4 gap-y-2 sm:max-w-md sm:grid-cols-2 rounded-xl bg-sunken p-5 font-mono text-lg"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy size={17} aria-hidden />
          Copy
        </Button>
        <Button variant="secondary" onClick={download}>
          <Download size={17} aria-hidden />
          Download
        </Button>
      </div>
      <Button className="justify-self-start" onClick={onDone}>
        I have saved them
      </Button>
    </div>
  );
}
