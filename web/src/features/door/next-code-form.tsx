import { type RefObject, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/forms/field.tsx';
import { readTypedTicketCode } from './read-ticket-code.ts';

export interface NextCodeFormProps {
  label: string;
  /** The button's text. */
  action: string;
  inputRef?: RefObject<HTMLInputElement | null>;
  onCode: (code: string) => void;
}

/** A field for a ticket code, which is typed or sent by a scanner that acts as a keyboard. */
export function NextCodeForm({ label, action, inputRef, onCode }: NextCodeFormProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  return (
    <form
      noValidate
      className="w-full max-w-xl"
      onSubmit={(event) => {
        event.preventDefault();
        const code = readTypedTicketCode(text);
        setError(code ? undefined : 'This is not a ticket code');
        if (!code) return;
        setText('');
        onCode(code);
      }}
    >
      <Field label={label} hint="Type it as printed with the QR code." error={error}>
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
              {action}
            </Button>
          </span>
        )}
      </Field>
    </form>
  );
}
