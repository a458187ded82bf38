import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../button.tsx';
import { classes } from '../classes.ts';
import { TextInput } from './field.tsx';

export interface SearchBoxProps {
  /** The name for screen readers, such as "Search events". */
  label: string;
  /** The text in the empty field; by default the label. */
  placeholder?: string;
  id?: string;
  /** The field's name in a form that also works before the scripts arrive. */
  name?: string;
  text: string;
  maxLength?: number;
  className?: string;
  onText: (text: string) => void;
}

export function SearchBox({
  label,
  placeholder = label,
  id,
  name,
  text,
  maxLength,
  className,
  onText,
}: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={classes('relative', className)}>
      <Search
        size={19}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-ink-faint"
      />
      <TextInput
        ref={input}
        id={id}
        name={name}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLength}
        placeholder={placeholder}
        aria-label={label}
        className="px-11 [&::-webkit-search-cancel-button]:hidden"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {text && (
        <IconButton
          label="Clear search"
          className="absolute top-1/2 right-0 -translate-y-1/2"
          onClick={() => {
            onText('');
            input.current?.focus();
          }}
        >
          <X size={18} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
