import { Field, TextArea, TextInput } from '../ui/forms/field.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';

export interface CopyDialogProps {
  title: string;
  text: string;
  onClose: () => void;
}

/** Shows text that the user must copy by hand. The whole text is selected as soon as the field has the focus. */
export function CopyDialog({ title, text, onClose }: CopyDialogProps) {
  const lines = text.split('\n').length;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description="This browser does not let Foyer copy it. Press the field to select everything, then copy it."
    >
      <Field label={lines === 1 ? 'Link' : 'Text'}>
        {(wiring) =>
          lines === 1 ? (
            <TextInput
              {...wiring}
              readOnly
              value={text}
              className="font-mono"
              onFocus={({ target }) => target.select()}
            />
          ) : (
            <TextArea
              {...wiring}
              readOnly
              value={text}
              rows={lines + 4}
              onFocus={({ target }) => target.select()}
            />
          )
        }
      </Field>
    </Dialog>
  );
}
