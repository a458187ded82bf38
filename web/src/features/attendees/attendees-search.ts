export const parts = ['coming', 'in', 'awaited', 'unpaid', 'ended', 'all'] as const;
export type Part = (typeof parts)[number];

export interface AttendeesView {
  q: string;
  show: Part;
  page: number;
}

/** The query in the page's URL, without default values. */
export interface AttendeesSearch {
  q?: string;
  show?: Part;
  page?: number;
}

export function readAttendeesSearch(raw: Record<string, unknown>): AttendeesSearch {
  const page = Number(raw.page);
  return stripDefaults({
    q: typeof raw.q === 'string' || typeof raw.q === 'number' ? String(raw.q).trim().slice(0, 200) : '',
    show: parts.find((part) => part === raw.show) ?? 'coming',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  });
}

export function completeView({ q = '', show = 'coming', page = 1 }: AttendeesSearch): AttendeesView {
  return { q, show, page };
}

export function stripDefaults({ q, show, page }: AttendeesView): AttendeesSearch {
  return {
    q: q || undefined,
    show: show === 'coming' ? undefined : show,
    page: page === 1 ? undefined : page,
  };
}
