import { EventImage, type EventImageProps } from './event-image.tsx';

/**
 * The picture of the event across the foot of a ticket, out to its edges. The QR code comes first, because it must be in
 * view on a phone.
 */
export function TicketPicture(picture: Pick<EventImageProps, 'url' | 'category'>) {
  return (
    <div className="-mx-6 mt-auto -mb-6 pt-5 sm:-mx-7 sm:-mb-7">
      <div className="overflow-hidden rounded-b-2xl">
        <EventImage {...picture} aspect="aspect-5/2" sizes="(min-width: 768px) 400px, 100vw" nameless />
      </div>
    </div>
  );
}
