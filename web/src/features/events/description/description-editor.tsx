import { Bold, Heading, Italic, Link2, List, type LucideIcon } from 'lucide-react';
import { type ComponentPropsWithRef, type KeyboardEvent, useRef, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { lazyPart } from '../../../layout/lazy-part.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/forms/field.tsx';
import { applyMark, type DescriptionMark } from './description-marks.ts';

const DescriptionPreview = lazyPart(
  async () => (await import('./description-preview.tsx')).DescriptionPreview,
);

const tools: { mark: DescriptionMark; label: string; icon: LucideIcon }[] = [
  { mark: 'heading', label: 'Heading', icon: Heading },
  { mark: 'bold', label: 'Bold', icon: Bold },
  { mark: 'italic', label: 'Italic', icon: Italic },
  { mark: 'list', label: 'List', icon: List },
  { mark: 'link', label: 'Link', icon: Link2 },
];

const shortcuts: Partial<Record<string, DescriptionMark>> = { b: 'bold', i: 'italic', k: 'link' };

interface DescriptionEditorProps extends Omit<ComponentPropsWithRef<'textarea'>, 'ref'> {
  registration: UseFormRegisterReturn;
  /** False where the form shows the text in another way. */
  hasPreview?: boolean;
}

/** A plain text field with buttons that write the marks. People may also type them, or none. */
export function DescriptionEditor({ registration, hasPreview = true, ...rest }: DescriptionEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [previewed, setPreviewed] = useState<string | null>(null);
  const { ref, ...registered } = registration;
  // A faulty text must be visible and able to get the focus.
  const isPreview = previewed !== null && !rest['aria-invalid'];
  const press = (mark: DescriptionMark) => area.current && markText(area.current, mark);
  const onKeyDown = (event: KeyboardEvent) => {
    const mark = event.ctrlKey || event.metaKey ? shortcuts[event.key.toLowerCase()] : undefined;
    if (!mark || event.altKey || event.shiftKey) return;
    event.preventDefault();
    press(mark);
  };
  return (
    <div>
      <div className="mb-1.5 flex items-center justify-between">
        <div role="group" aria-label="Formatting" className="-ml-2.5 flex min-w-0">
          {tools.map(({ mark, label, icon: Icon }) => (
            <IconButton
              key={mark}
              label={label}
              disabled={isPreview}
              className="min-w-0 max-sm:size-10"
              onClick={() => press(mark)}
            >
              <Icon size={19} aria-hidden />
            </IconButton>
          ))}
        </div>
        {hasPreview && (
          <Button
            variant="quiet"
            size="sm"
            className="-mr-3.5 shrink-0"
            onClick={() => setPreviewed(isPreview ? null : (area.current?.value ?? ''))}
          >
            {isPreview ? 'Edit text' : 'Preview'}
          </Button>
        )}
      </div>
      <TextArea
        {...rest}
        {...registered}
        ref={(element) => {
          area.current = element;
          ref(element);
        }}
        hidden={isPreview}
        onKeyDown={onKeyDown}
      />
      {isPreview && (
        <div className="min-h-32 rounded-lg border border-line bg-sunken px-4 py-3">
          {previewed.trim() === '' ? (
            <p className="text-ink-faint">There is no text yet.</p>
          ) : (
            <DescriptionPreview text={previewed} />
          )}
        </div>
      )}
    </div>
  );
}

function markText(area: HTMLTextAreaElement, mark: DescriptionMark): void {
  const edit = applyMark(area.value, area.selectionStart, area.selectionEnd, mark);
  area.focus();
  area.setSelectionRange(edit.from, edit.to);
  // Only this command keeps the browser's undo. It is old, but every browser has it.
  // oxlint-disable-next-line typescript/no-deprecated
  if (!document.execCommand('insertText', false, edit.text)) {
    area.setRangeText(edit.text);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(edit.selectFrom, edit.selectTo);
}
