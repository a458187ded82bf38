import { plainDescription } from '@foyer/contract/text/plain-description.ts';
import { Clock, MapPin } from 'lucide-react';
import { type Control, useWatch } from 'react-hook-form';
import { formatPriceRange } from '../../../format/money.ts';
import { useSite } from '../../../layout/use-site.ts';
import { DateTile } from '../../../ui/date-tile.tsx';
import { dateTileOf, formatCardDate, formatTime } from '../../../format/dates.ts';
import type { EventFormValues } from './event-form-values.ts';
import { EventImage } from '../event-image.tsx';
import { type ChosenPicture, findShownPicture } from '../../../ui/forms/use-chosen-picture.ts';
import { instantOf } from '../../../format/zoned-time.ts';

/** Hidden from screen readers, because the form's fields say the same. */
export function EventPreview({
  control,
  picture,
}: {
  control: Control<EventFormValues>;
  picture: ChosenPicture;
}) {
  const values = useWatch({ control });
  const { timeZone } = useSite();
  const start = instantOf(values.start_time ?? '', timeZone);
  const url = findShownPicture(values.event_img_url ?? '', picture);
  const prices = values.ticket_types?.filter((type) => !type.hidden).map((type) => Number(type.price)) ?? [];
  const lowest = prices.length > 0 ? Math.min(...prices) : Number(values.price);
  const highest = Math.max(lowest, ...prices);
  return (
    <div aria-hidden>
      <p className="mb-2 text-[0.9375rem] font-semibold text-ink-faint">How it will look</p>
      <div className="overflow-hidden rounded-2xl border border-line bg-raised shadow-lift">
        <div className="relative">
          <EventImage
            url={url}
            category={values.category || null}
            focus={{ picture_x: values.picture_x ?? 50, picture_y: values.picture_y ?? 50 }}
            load="early"
            nameless
          />
          {start && <DateTile {...dateTileOf(start, timeZone)} className="absolute bottom-3 left-4" />}
        </div>
        <div className="p-5">
          <div className="flex items-baseline justify-between gap-3">
            <p className="text-sm font-semibold text-ink-faint">{values.category || 'Category'}</p>
            <p className="font-semibold">{formatPriceRange(lowest || 0, highest || 0)}</p>
          </div>
          <p className="mt-1 line-clamp-3 font-display text-balance text-[1.55rem] leading-tight font-semibold tracking-[-0.015em] wrap-anywhere">
            {values.title || 'Title'}
          </p>
          {values.description && (
            <p className="mt-2 line-clamp-2 text-ink-soft wrap-anywhere">
              {plainDescription(values.description)}
            </p>
          )}
          <ul className="mt-4 grid gap-1.5 text-[0.9375rem] text-ink-soft">
            <li className="flex items-start gap-2.5">
              <Clock size={17} className="mt-1 shrink-0" />
              {start ? `${formatCardDate(start, timeZone)}, ${formatTime(start, timeZone)}` : 'Date and time'}
            </li>
            <li className="flex items-start gap-2.5">
              <MapPin size={17} className="mt-1 shrink-0" />
              <span className="line-clamp-2 wrap-anywhere">{values.location || 'Location'}</span>
            </li>
          </ul>
        </div>
      </div>
    </div>
  );
}
