import { useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { Field, TextInput } from '../../../ui/forms/field.tsx';
import { FileDrop } from '../../../ui/forms/file-drop.tsx';
import type { EventFormValues } from './event-form-values.ts';
import { pictureTypes } from './picture-file.ts';
import { useDebounced } from '../../../ui/forms/use-debounced.ts';
import type { EventPicture } from './use-event-picture.ts';

/** The event's picture: a file or an address. While a file is chosen, the address field is empty and disabled. */
export function EventPictureField({
  control,
  picture,
}: {
  control: Control<EventFormValues>;
  picture: EventPicture;
}) {
  const { field, fieldState } = useController({ control, name: 'event_img_url' });
  const { chosen } = picture;
  const usesAddress = field.value.trim() !== '';
  const shown = useShownPicture(field.value, picture);
  return (
    <>
      <FileDrop
        inputRef={picture.input}
        label="Event Image"
        hint="JPEG, PNG, GIF or WebP, at most 5 MB."
        accept={pictureTypes}
        error={picture.fault ?? undefined}
        choose={shown ? 'Choose another' : 'Choose a file'}
        preview={shown && <PicturePreview key={shown} url={shown} name={chosen?.file.name ?? null} />}
        onFile={(file) => {
          if (picture.choose(file)) field.onChange('');
        }}
        onRemove={picture.fault !== null || (shown && !usesAddress) ? () => picture.remove() : undefined}
      />
      <Field
        label="Image URL"
        hint={chosen ? 'Remove the file above to give an address instead.' : 'Or the address of a picture.'}
        error={fieldState.error?.message}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            {...field}
            onChange={(event) => {
              picture.forgetFault();
              field.onChange(event);
            }}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            disabled={chosen !== null}
          />
        )}
      </Field>
    </>
  );
}

/**
 * The address of the picture to preview: the chosen file, else the typed address, else the stored upload. A typed
 * address is previewed once it is complete and the user pauses typing.
 */
export function useShownPicture(address: string, { chosen, stored }: EventPicture): string | null {
  const settled = useDebounced(address.trim(), 400);
  if (chosen) return chosen.url;
  if (address.trim() === '') return stored;
  return /^https?:\/\/[^/\s]+\.?[^\s]*$/i.test(settled) ? settled : null;
}

function PicturePreview({ url, name }: { url: string; name: string | null }) {
  const [broken, setBroken] = useState(false);
  if (broken) {
    return (
      <p role="status" className="rounded-lg bg-warn-wash px-4 py-6 text-center text-warn">
        {name ? `“${name}” cannot be shown.` : 'There is no picture at this address.'}
      </p>
    );
  }
  return (
    <figure>
      <img
        src={url}
        alt="Preview"
        className="mx-auto max-h-96 rounded-lg bg-sunken"
        onError={() => setBroken(true)}
      />
      {name && <figcaption className="mt-2 truncate text-[0.9375rem] text-ink-soft">{name}</figcaption>}
    </figure>
  );
}
