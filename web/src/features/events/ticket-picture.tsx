import { EventImage, type EventImageProps } from './event-image.tsx';

/** The picture of the event across the top of a `TicketStub`, out to its edges. */
export function TicketPicture({ url, category }: Pick<EventImageProps, 'url' | 'category'>) {
  return (
    <div className="-mx-6 -mt-6 mb-5 overflow-hidden rounded-t-2xl sm:-mx-7 sm:-mt-7">
      <EventImage url={url} category={category} sizes="(min-width: 768px) 400px, 100vw" nameless />
    </div>
  );
}
