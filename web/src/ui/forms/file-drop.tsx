import { ImageUp } from 'lucide-react';
import { type DragEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { Button, buttonStyle } from '../button.tsx';
import { classes } from '../classes.ts';
import { FieldError } from './field.tsx';

export interface FileDropProps {
  label: string;
  hint: ReactNode;
  /** The `accept` attribute: media types separated by commas. */
  accept: string;
  error?: string;
  /** The label of the button that opens the file dialog. */
  choose: string;
  /** Shows the chosen file. Takes the place of the text that asks for a file. */
  preview?: ReactNode;
  onFile: (file: File) => void;
  /** Removes the chosen file. Without this function, the field has no button Remove. */
  onRemove?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** A field for one file. Users drop the file on the field, or choose it with the button. */
export function FileDrop({
  label,
  hint,
  accept,
  error,
  choose,
  preview,
  onFile,
  onRemove,
  inputRef,
}: FileDropProps) {
  const id = useId();
  const { over, handlers } = useDrop(onFile);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div
        {...handlers}
        className={classes(
          'relative rounded-xl border-2 border-dashed p-3 transition-colors sm:p-4 duration-150',
          over ? 'border-spot bg-spot-wash' : error ? 'border-bad bg-raised' : 'border-line-strong bg-raised',
        )}
      >
        {preview}
        <div
          className={classes(
            'flex flex-wrap items-center justify-center gap-y-3 text-center',
            preview ? 'mt-4 gap-x-2' : 'min-h-28 gap-x-4 py-3',
          )}
        >
          {!preview && (
            <p className="flex items-center gap-3 text-ink-soft pointer-coarse:hidden">
              <ImageUp size={26} strokeWidth={1.6} aria-hidden className="shrink-0" />
              Drop an image here, or
            </p>
          )}
          <input
            ref={inputRef}
            id={id}
            type="file"
            accept={accept}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-hint ${id}-error`}
            className="peer sr-only"
            onChange={(event) => {
              const file = event.target.files?.[0];
              // Empties the input, so that choosing the same file again fires a change event.
              event.target.value = '';
              if (file) onFile(file);
            }}
          />
          <label
            htmlFor={id}
            className={classes(
              buttonStyle('secondary', 'sm'),
              'cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-spot',
            )}
          >
            {choose}
          </label>
          {onRemove && (
            <Button variant="quiet" size="sm" onClick={onRemove}>
              Remove
            </Button>
          )}
        </div>
      </div>
      <p id={`${id}-hint`} className="text-[0.9375rem] leading-snug text-ink-faint">
        {hint}
      </p>
      <div id={`${id}-error`} role="alert">
        {error && <FieldError>{error}</FieldError>}
      </div>
    </div>
  );
}

function useDrop(onFile: (file: File) => void) {
  const [over, setOver] = useState(false);
  const takeOver = (event: DragEvent) => {
    // Otherwise the browser would leave the page and open the dropped file.
    event.preventDefault();
    setOver(true);
  };
  const handlers = {
    onDragEnter: takeOver,
    onDragOver: takeOver,
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer.files[0];
      if (file) onFile(file);
    },
  };
  return { over, handlers };
}
