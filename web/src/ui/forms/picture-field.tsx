import type { ReactNode } from 'react';
import { FileDrop } from './file-drop.tsx';
import { pictureTypes } from './picture-file.ts';
import { type ChosenPicture, findShownPicture } from './use-chosen-picture.ts';

export interface PictureFieldProps {
  label: string;
  /** What Foyer does with the picture, after the sentence about its format. */
  note?: string;
  picture: ChosenPicture;
  /** The web address of a picture, from another field of the form. It hides the picture that Foyer keeps. */
  address?: string;
  renderPreview: (url: string) => ReactNode;
  onChosen?: () => void;
}

/** Takes the file of a picture, and shows it or the picture that Foyer keeps. */
export function PictureField({
  label,
  note,
  picture,
  address = '',
  renderPreview,
  onChosen,
}: PictureFieldProps) {
  const shown = findShownPicture(address, picture);
  return (
    <FileDrop
      inputRef={picture.input}
      label={label}
      hint={`JPEG, PNG, GIF or WebP, at most 5 MB.${note ? ` ${note}` : ''}`}
      accept={pictureTypes}
      error={picture.fault ?? undefined}
      choose={shown ? 'Choose another' : 'Choose a file'}
      preview={shown && renderPreview(shown)}
      onFile={(file) => {
        if (picture.choose(file)) onChosen?.();
      }}
      onRemove={picture.fault !== null || shown ? () => picture.remove() : undefined}
    />
  );
}
