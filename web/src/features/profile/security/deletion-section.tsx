import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../api/call-error.ts';
import type { SessionUser } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { consequencesQuery } from '../profile.deletion.api.ts';
import { DeletionBarriers, DeletionConsequences, findBarriers } from './deletion-consequences.tsx';
import { DeletionForm } from './deletion-form.tsx';
import { SecuritySection } from './security-section.tsx';

export function DeletionSection({ user }: { user: SessionUser }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SecuritySection
      title="Delete my account"
      description="A deleted account cannot be restored. Nothing is deleted before you have read what happens and entered your password."
    >
      {isOpen ? (
        <Deletion user={user} onCancel={() => setIsOpen(false)} />
      ) : (
        <Button variant="danger" onClick={() => setIsOpen(true)}>
          See what happens
        </Button>
      )}
    </SecuritySection>
  );
}

function Deletion({ user, onCancel }: { user: SessionUser; onCancel: () => void }) {
  const consequences = useQuery(consequencesQuery(user.id));
  const part = useRef<HTMLDivElement>(null);
  // The button that opened this part has disappeared, so the part gets the focus.
  useEffect(() => part.current?.focus({ preventScroll: true }), []);
  return (
    <div tabIndex={-1} ref={part} className="outline-none">
      <Loaded
        data={consequences.data}
        failure={
          consequences.isError
            ? messageOf(consequences.error, 'Failed to load what the deletion changes')
            : null
        }
        onRetry={() => void consequences.refetch()}
        skeleton={<DeletionSkeleton />}
      >
        {(known) => {
          const barriers = findBarriers(known);
          return barriers.length > 0 ? (
            <DeletionBarriers barriers={barriers} onClose={onCancel} />
          ) : (
            <>
              <DeletionConsequences user={user} consequences={known} />
              <DeletionForm user={user} onCancel={onCancel} />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

function DeletionSkeleton() {
  return (
    <output className="grid gap-3">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-6" />
      <Skeleton className="h-6" />
      <Skeleton className="h-6" />
    </output>
  );
}
