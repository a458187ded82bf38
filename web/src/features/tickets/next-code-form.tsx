import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useState } from 'react';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { readTicketCode } from './read-ticket-code.ts';

export interface NextCodeFormProps {
  label: string;
  /** The code that is shown now. */
  current?: string;
  /** The event whose door this is. */
  eventId?: number;
  inputRef?: RefObject<HTMLInputElement | null>;
  /** The code that is shown was given again. */
  onSame?: () => void;
}

/** Takes the next code by hand, or from a scanner that types. */
export function NextCodeForm({ label, current, eventId, inputRef, onSame }: NextCodeFormProps) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  return (
    <form
      noValidate
      className="w-full max-w-xl"
      onSubmit={(event) => {
        event.preventDefault();
        const code = readTicketCode(text);
        setError(code ? undefined : 'This is not a ticket code');
        if (!code) return;
        setText('');
        if (code === current) onSame?.();
        else void navigate({ to: paths.checkIn, params: { code }, search: { event: eventId } });
      }}
    >
      <Field
        label={label}
        hint="The letters and digits below the QR code, or its whole address."
        error={error}
      >
        {(wiring) => (
          <span className="flex flex-wrap gap-2">
            <TextInput
              {...wiring}
              ref={inputRef}
              value={text}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="go"
              className="min-w-0 flex-[1_1_14rem] font-mono"
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit" variant="secondary" className="flex-auto sm:flex-none">
              Look up
            </Button>
          </span>
        )}
      </Field>
    </form>
  );
}
