import type { ReactNode } from 'react';
import { formatCount } from '../../../format/counts.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';

interface NoSuchPageProps {
  page: number;
  totalPages: number;
  /** Writes a link to another page of the list. */
  renderLink: (page: number, label: string) => ReactNode;
  className?: string;
}

/** Stands where the events of a page would be that a list no longer has, or never had. */
export function NoSuchPage({ page, totalPages, renderLink, className }: NoSuchPageProps) {
  return (
    <EmptyState
      className={className}
      title={`There is no page ${page}`}
      hint={`This list has ${formatCount(totalPages, 'page')}.`}
      action={
        <>
          {renderLink(1, 'First page')}
          {totalPages > 1 && renderLink(totalPages, 'Last page')}
        </>
      }
    />
  );
}
