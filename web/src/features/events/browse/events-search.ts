export const sortOptions = [
  { id: 'title-asc', label: 'Name (A-Z)', sort_by: 'title', order: 'asc' },
  { id: 'title-desc', label: 'Name (Z-A)', sort_by: 'title', order: 'desc' },
  { id: 'price-asc', label: 'Price (Low to High)', sort_by: 'price', order: 'asc' },
  { id: 'price-desc', label: 'Price (High to Low)', sort_by: 'price', order: 'desc' },
  { id: 'newest', label: 'Date (Nearest First)', sort_by: 'start_time', order: 'asc' },
  { id: 'oldest', label: 'Date (Furthest First)', sort_by: 'start_time', order: 'desc' },
  { id: 'location', label: 'Location', sort_by: 'location', order: 'asc' },
  { id: 'capacity', label: 'Capacity', sort_by: 'max_attendees', order: 'desc' },
] as const;

export const pageSizes = [6, 12, 24] as const;

export type SortField = (typeof sortOptions)[number]['sort_by'];

/** The days that the list can be narrowed to, with the words for them. */
export const dayChoices = { today: 'Today', weekend: 'This weekend' } as const;

export type DayChoice = keyof typeof dayChoices;

export interface EventsView {
  category: string;
  /** Null shows all days. */
  when: DayChoice | null;
  /** A month such as `2026-12`. Null shows all months. */
  month: string | null;
  /** Whether the list has only events that are free. */
  free: boolean;
  sort_by: SortField;
  order: 'asc' | 'desc';
  page: number;
  perPage: number;
  /** The search text. An empty text shows all events. */
  q: string;
}

/** The values that differ from the defaults. Only these values are in the web address. */
export type EventsSearch = Partial<EventsView>;

export const defaultView: EventsView = {
  category: 'All',
  when: null,
  month: null,
  free: false,
  sort_by: 'start_time',
  order: 'asc',
  page: 1,
  perPage: 6,
  q: '',
};

/** The longest search text that the server accepts, in characters. */
export const longestSearch = 200;

/** A month is written as `2026-12`. */
export function isMonth(text: unknown): text is string {
  return typeof text === 'string' && /^2[01]\d\d-(0[1-9]|1[0-2])$/.test(text);
}

/**
 * Invalid values count as defaults, and defaults are left out. `sort` is the id of a sort option: without scripts, the
 * browser sends the filters as a form, and a dropdown sends one value.
 */
export function readEventsSearch(raw: Record<string, unknown>): EventsSearch & { sort?: undefined } {
  const page = Number(raw.page);
  const perPage = Number(raw.perPage);
  const { sort_by, order } = sortOptions.find(({ id }) => id === raw.sort) ?? raw;
  const search = stripDefaults({
    category: typeof raw.category === 'string' && raw.category ? raw.category : defaultView.category,
    when: raw.when === 'today' || raw.when === 'weekend' ? raw.when : defaultView.when,
    month: isMonth(raw.month) ? raw.month : defaultView.month,
    free: String(raw.free) === 'true',
    sort_by: sortOptions.find((option) => option.sort_by === sort_by)?.sort_by ?? defaultView.sort_by,
    order: order === 'desc' ? 'desc' : 'asc',
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : defaultView.page,
    perPage: pageSizes.find((size) => size === perPage) ?? defaultView.perPage,
    q: typeof raw.q === 'string' ? raw.q.slice(0, longestSearch).trim() : defaultView.q,
  });
  return { ...search, sort: undefined };
}

const viewNames = Object.keys(defaultView) as (keyof EventsView)[];

/** Sets default values to undefined, because the router removes undefined values from the web address. */
export function stripDefaults(view: EventsView): EventsSearch {
  return Object.fromEntries(
    viewNames.map((name) => [name, view[name] === defaultView[name] ? undefined : view[name]]),
  ) as EventsSearch;
}

export function completeView(search: EventsSearch): EventsView {
  return Object.fromEntries(
    viewNames.map((name) => [name, search[name] ?? defaultView[name]]),
  ) as unknown as EventsView;
}

/**
 * Finds the entry of the sort dropdown for a view's field and direction. A field with only one entry, such as the
 * location, has this entry for both directions.
 */
export function sortIdOf({ sort_by, order }: Pick<EventsView, 'sort_by' | 'order'>): string {
  const sameField = sortOptions.filter((option) => option.sort_by === sort_by);
  return (sameField.find((option) => option.order === order) ?? sameField[0] ?? sortOptions[4]).id;
}

/** Finds a category, ignoring upper and lower case. */
export function findCategory(names: readonly string[], asked: string): string | undefined {
  return names.find((name) => name.toLowerCase() === asked.toLowerCase());
}

/** Finds the category whose events the list shows. Undefined for all events, and for an unknown category. */
export function findShownCategory(
  answer: { categories: readonly { id: number; name: string }[] } | undefined,
  wanted = '',
) {
  return answer?.categories.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
}
