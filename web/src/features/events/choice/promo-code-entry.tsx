import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../api/call-error.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Field, TextInput } from '../../../ui/forms/field.tsx';
import { describeCode } from './ticket-choice.ts';
import type { TicketChoice } from './use-ticket-choice.ts';

const linkLook = '-ml-3.5 text-ink-soft underline underline-offset-4';

/**
 * The field stays open until a code works, so that a buyer can correct a typing error. It is open from the start when
 * nothing is on sale without a code.
 */
export function PromoCodeEntry({ choice }: { choice: TicketChoice }) {
  const { code, codeFailure, isCodeLoading, offers, setCode } = choice;
  const [isOpen, setOpen] = useState(false);
  const [sent, setSent] = useState<string>();
  const [fault, setFault] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const promo = code === undefined ? undefined : offers?.promo;
  const words =
    promo && code !== undefined ? describeCode(promo, code.toUpperCase(), offers?.ticket_types) : null;
  const isRefused = codeFailure !== null || words?.works === false;
  if (sent !== undefined && sent === code && words?.works) {
    setSent(undefined);
    setOpen(false);
  }
  const isOnlyWithCode = offers?.ticket_types.length === 0;
  const isShown = isOpen || isRefused || isOnlyWithCode;
  // Moves the focus into the form when the buyer opens it, and back to the button when it closes.
  const wasShown = useRef(isShown);
  useEffect(() => {
    if (isOpen && !wasShown.current) input.current?.focus();
    else if (!isShown && wasShown.current) opener.current?.focus();
    wasShown.current = isShown;
  }, [isOpen, isShown]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = input.current?.value.trim().toUpperCase() ?? '';
    const isPossible = /^[\w-]{3,40}$/.test(typed);
    setFault(isPossible ? undefined : 'A promo code has 3 to 40 letters, digits, - or _.');
    if (!isPossible) return;
    setOpen(true);
    setSent(typed);
    setCode(typed);
  };
  const remove = () => {
    setOpen(false);
    setFault(undefined);
    setCode(undefined);
  };
  return (
    <div className={classes('pt-3', !isOnlyWithCode && 'border-t border-line')}>
      {isOnlyWithCode && code === undefined && (
        <p>These tickets are sold only with a promo code. Enter yours to see them.</p>
      )}
      <div role="status">
        {isCodeLoading && !codeFailure && <p className="text-ink-soft">Checking the code…</p>}
        {codeFailure && (
          <p className="text-bad">{messageOf(codeFailure, 'We could not check the code. Try again.')}</p>
        )}
        {words && <p className={words.works ? 'font-semibold text-good' : 'text-bad'}>{words.text}</p>}
      </div>
      {isShown && (
        <form noValidate className="mt-2 flex flex-wrap items-end gap-2" onSubmit={submit}>
          <Field label="Promo code" error={fault} className="min-w-40 flex-1">
            {(control) => (
              <TextInput
                {...control}
                ref={input}
                defaultValue={code}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={40}
                className="uppercase"
              />
            )}
          </Field>
          <Button type="submit" variant="secondary">
            Apply
          </Button>
        </form>
      )}
      <div className={classes('flex flex-wrap gap-x-4 gap-y-1', words && 'mt-3')}>
        {!isShown && (
          <Button ref={opener} variant="quiet" size="sm" className={linkLook} onClick={() => setOpen(true)}>
            {code === undefined ? 'Have a promo code?' : 'Use another code'}
          </Button>
        )}
        {code !== undefined && (
          <Button variant="quiet" size="sm" className={linkLook} onClick={remove}>
            Remove the code
          </Button>
        )}
      </div>
    </div>
  );
}
