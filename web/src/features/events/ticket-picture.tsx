import { classes } from '../../ui/classes.ts';
import { EventImage, type EventImageProps } from './event-image.tsx';

/** The picture of the event across the top of a `TicketStub`, out to its edges. It is low, so that the QR code below it is in view. */
export function TicketPicture({
  className,
  ...rest
}: Pick<EventImageProps, 'url' | 'category' | 'className'>) {
  return (
    <div className={classes('-mx-6 -mt-6 mb-5 overflow-hidden rounded-t-2xl sm:-mx-7 sm:-mt-7', className)}>
      <EventImage {...rest} aspect="aspect-5/2" sizes="(min-width: 768px) 400px, 100vw" nameless />
    </div>
  );
}
