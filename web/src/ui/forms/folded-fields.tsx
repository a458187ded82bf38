import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { classes } from '../classes.ts';

interface FoldedFieldsProps {
  /** The label of the button that shows and hides the fields. */
  label: string;
  /** The full name of the button, for screen readers, where a page has several. */
  name?: string;
  /** Says what the hidden fields are about. */
  summary: string;
  hasFault: boolean;
  /** Whether one of the fields has a value. */
  isFilled?: boolean;
  children: ReactNode;
}

/** Optional fields behind a button. A wrong value opens them, because otherwise nobody would find the error. */
export function FoldedFields({
  label,
  name,
  summary,
  hasFault,
  isFilled = false,
  children,
}: FoldedFieldsProps) {
  const [choice, setChoice] = useState<boolean | null>(null);
  // Stays open after the fault was corrected or the fields were emptied, because the user may still be typing.
  if (!choice && (hasFault || (isFilled && choice === null))) setChoice(true);
  const isOpen = choice === true;
  const id = useId();
  const fields = useRef<HTMLDivElement>(null);
  // The form cannot focus a field that is still hidden. It has already focused another one if that is wrong too.
  useEffect(() => {
    if (!hasFault || document.activeElement?.ariaInvalid === 'true') return;
    fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [hasFault]);
  return (
    <div>
      <Button
        variant="quiet"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={name}
        className="-ml-3.5"
        onClick={() => setChoice(!isOpen)}
      >
        <ChevronDown
          size={17}
          aria-hidden
          className={classes('transition-transform', isOpen && 'rotate-180')}
        />
        {label}
      </Button>
      {!isOpen && <p className="text-sm text-ink-soft">{summary}</p>}
      <div ref={fields} id={id} hidden={!isOpen} className="mt-3">
        {children}
      </div>
    </div>
  );
}
