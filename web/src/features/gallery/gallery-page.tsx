import { ActionSpecimens } from './action-specimens.tsx';
import { FigureSpecimens } from './figure-specimens.tsx';
import { FormSpecimens } from './form-specimens.tsx';
import { ListSpecimens } from './list-specimens.tsx';
import { OverlaySpecimens } from './overlay-specimens.tsx';
import { StateSpecimens } from './state-specimens.tsx';

/** Shows every component of `ui` in its states. The button in the header changes the theme. */
export function GalleryPage() {
  return (
    <div className="page-width py-10">
      <title>Components · Foyer</title>
      <h1 className="text-5xl font-semibold">Components</h1>
      <p className="mt-3 max-w-prose text-ink-soft">
        Every component of web/src/ui, in its states. Point at a component or press Tab to see it under the
        pointer and in focus, and change the theme with the button in the header. Only development has this
        page.
      </p>
      <ActionSpecimens />
      <FormSpecimens />
      <FigureSpecimens />
      <ListSpecimens />
      <StateSpecimens />
      <OverlaySpecimens />
    </div>
  );
}
