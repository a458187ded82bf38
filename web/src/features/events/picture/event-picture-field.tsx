import { useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { classes } from '../../../ui/classes.ts';
import { Field, TextInput } from '../../../ui/forms/field.tsx';
import { PictureField } from '../../../ui/forms/picture-field.tsx';
import type { ChosenPicture } from '../../../ui/forms/use-chosen-picture.ts';
import { describePictureState } from '../../../format/picture-words.ts';
import type { ViewedEvent } from '../events.api.ts';
import type { EventFormValues } from '../form/event-form-values.ts';
import { FocalPoint, type Point } from './focal-point.tsx';

const middle: Point = { x: 50, y: 50 };

/** Where a picture that is higher than wide has heads and titles. */
const upperPart: Point = { x: 50, y: 25 };

/** While a file is chosen, the field for the web address is empty and disabled. */
export function EventPictureField({
  control,
  picture,
  event,
  lacksCopy,
}: {
  control: Control<EventFormValues>;
  picture: ChosenPicture;
  /** Null for a new event. */
  event: ViewedEvent | null;
  /** Whether the picture of the copied event could not be loaded. */
  lacksCopy: boolean;
}) {
  const { field, fieldState } = useController({ control, name: 'event_img_url' });
  const { field: across } = useController({ control, name: 'picture_x' });
  const { field: down } = useController({ control, name: 'picture_y' });
  const { chosen } = picture;
  const movePoint = ({ x, y }: Point) => {
    across.onChange(x);
    down.onChange(y);
  };
  const usesAddress = field.value.trim() !== '';
  const isStored = usesAddress && field.value === event?.event_img_url;
  const fate = isStored
    ? describePictureState(event.picture_state, 'Upload it instead.')
    : lacksCopy && !chosen && 'The picture of the copied event could not be loaded. Choose it again.';
  return (
    <>
      <PictureField
        label="Event Image"
        picture={picture}
        address={field.value}
        renderPreview={(url) => (
          <PicturePreview
            key={url}
            url={url}
            name={chosen?.file.name ?? null}
            point={{ x: across.value, y: down.value }}
            onPoint={movePoint}
            onTall={() => chosen && !chosen.isCopied && movePoint(upperPart)}
          />
        )}
        onChosen={() => {
          field.onChange('');
          movePoint(middle);
        }}
      />
      <Field
        label="Image URL"
        hint={
          chosen
            ? 'Remove the file above to give an address instead.'
            : 'Or the address of a picture. When you save, we fetch it and keep a copy.'
        }
        error={fieldState.error?.message}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            {...field}
            onChange={(change) => {
              picture.forgetFault();
              field.onChange(change);
            }}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            disabled={chosen !== null}
          />
        )}
      </Field>
      <div role="status" className="empty:absolute">
        {fate && <p className="rounded-lg bg-warn-wash px-4 py-3 font-medium text-warn">{fate}</p>}
      </div>
    </>
  );
}

interface CropProps {
  url: string;
  point: Point;
  /** The CSS classes that set the width and the aspect ratio. */
  shape: string;
  label: string;
}

/** Shows what is left of the picture where its edges are cut off. */
function Crop({ url, point, shape, label }: CropProps) {
  return (
    <figure>
      <img
        src={url}
        alt=""
        className={classes(shape, 'rounded-lg bg-sunken object-cover')}
        style={{ objectPosition: `${point.x}% ${point.y}%` }}
      />
      <figcaption className="mt-1 text-[0.9375rem] text-ink-soft">{label}</figcaption>
    </figure>
  );
}

interface PicturePreviewProps {
  url: string;
  name: string | null;
  point: Point;
  onPoint: (point: Point) => void;
  /** Called once, when a picture has loaded that is higher than wide. */
  onTall: () => void;
}

function PicturePreview({ url, name, point, onPoint, onTall }: PicturePreviewProps) {
  const [broken, setBroken] = useState(false);
  if (broken) {
    return (
      <p role="status" className="rounded-lg bg-warn-wash px-4 py-6 text-center text-warn">
        {name ? `“${name}” cannot be shown.` : 'The picture cannot be shown.'}
      </p>
    );
  }
  return (
    <figure>
      <FocalPoint point={point} onChange={onPoint}>
        <img
          src={url}
          alt="Preview"
          className="max-h-96 rounded-lg bg-sunken"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            naturalHeight > naturalWidth && onTall()
          }
          onError={() => setBroken(true)}
        />
      </FocalPoint>
      {name && <figcaption className="mt-2 truncate text-[0.9375rem] text-ink-soft">{name}</figcaption>}
      <div className="mt-4 flex justify-center gap-4">
        <Crop url={url} point={point} shape="w-40 aspect-3/2" label="On cards" />
        <Crop url={url} point={point} shape="w-24 aspect-square" label="In lists" />
      </div>
    </figure>
  );
}
