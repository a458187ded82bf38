import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../../format/counts.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, TextArea } from '../../../ui/forms/field.tsx';
import { type GuestValues, readGuests } from './read-guests.ts';

interface PasteGuestsProps {
  /** How many more guests the list can take. */
  most: number;
  onRead: (guests: GuestValues[]) => void;
  onCancel: () => void;
}

/** A field for a list of guests from a mail or a spreadsheet. Lines that cannot be read stay, with a hint. */
export function PasteGuests({ most, onRead, onCancel }: PasteGuestsProps) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  // The button that opened this part has disappeared, so the field gets the focus.
  useEffect(() => field.current?.focus(), []);
  const read = () => {
    const { guests, unread } = readGuests(text);
    if (unread.length > 0)
      setFault(`There is no email address in “${unread[0]}”. Correct it or delete the line.`);
    else if (guests.length === 0) setFault('Paste at least one guest');
    else if (guests.length > most)
      setFault(`You can add ${formatCount(most, 'guest')} now. Your list has ${guests.length}.`);
    else onRead(guests);
  };
  return (
    <div className="grid gap-3 rounded-2xl border border-line bg-raised p-4">
      <Field
        label="Paste your list"
        hint="One guest per line: name, email and, if you like, how many tickets."
        error={fault}
      >
        {(control) => (
          <TextArea
            {...control}
            ref={field}
            rows={6}
            value={text}
            autoCapitalize="none"
            spellCheck={false}
            placeholder={'Mara Ellis, mara@example.org, 2\nIvo Marsh <ivo@example.org>'}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button onClick={read}>Use this list</Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
