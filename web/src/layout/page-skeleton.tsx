import { Skeleton } from '../ui/skeleton.tsx';

/** For the router, which has waited already before it takes the page before away. */
export function PendingPage() {
  return (
    <div data-pending className="[--wait:0s]">
      <PageSkeleton />
    </div>
  );
}

export function PageSkeleton() {
  return (
    <output className="page-width block min-h-dvh py-14">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-12 w-2/3 max-w-md" />
      <Skeleton className="mt-4 h-6 w-full max-w-xl" />
      <span className="mt-10 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        <Skeleton className="h-72" />
        <Skeleton className="hidden h-72 sm:block" />
        <Skeleton className="hidden h-72 lg:block" />
      </span>
    </output>
  );
}
