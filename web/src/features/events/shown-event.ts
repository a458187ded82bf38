import type { FoyerEvent } from './events.api.ts';

/** What small cards show. */
export type ShownEvent = Pick<
  FoyerEvent,
  | 'id'
  | 'title'
  | 'location'
  | 'category'
  | 'price'
  | 'highest_price'
  | 'tickets_remaining'
  | 'all_reserved'
  | 'start_time'
  | 'end_time'
  | 'event_img_url'
  | 'picture_x'
  | 'picture_y'
>;

/** Leaves out the descriptions, because the data of all cards are in the document. */
export function pickShown({
  id,
  title,
  location,
  category,
  price,
  highest_price,
  tickets_remaining,
  all_reserved,
  start_time,
  end_time,
  event_img_url,
  picture_x,
  picture_y,
}: FoyerEvent): ShownEvent {
  return {
    id,
    title,
    location,
    category,
    price,
    highest_price,
    tickets_remaining,
    all_reserved,
    start_time,
    end_time,
    event_img_url,
    picture_x,
    picture_y,
  };
}
