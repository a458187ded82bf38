import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../api/call-error.ts';
import { type SessionUser, updateSessionUser } from '../../../api/session.ts';
import { formatLongDate } from '../../../format/dates.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { twoFactorQuery, type TwoFactorState } from './profile.two-factor.api.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoFactorDialog, type TwoFactorAction } from './two-factor-dialog.tsx';
import { TwoFactorSetUp } from './two-factor-set-up.tsx';

/** The section asks the user to get new recovery codes when this many are left, or fewer. */
const fewCodes = 3;

export interface TwoFactorProps {
  user: SessionUser;
  /** The level of the headings in this component, which depends on the page. */
  heading: 'h2' | 'h3';
  onCodes?: () => void;
  onCodesSaved?: () => void;
}

export function TwoFactor({ user, heading, onCodes, onCodesSaved }: TwoFactorProps) {
  const query = twoFactorQuery(user.id);
  const { data, error, refetch } = useQuery(query);
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<string[] | null>(null);
  const show = (state: { enabled: boolean; codes: string[] | null }) => {
    setCodes(state.codes);
    if (state.codes) onCodes?.();
    updateSessionUser({
      ...user,
      two_factor_enabled: state.enabled,
      duty: state.enabled ? null : user.duty,
    });
    void queryClient.invalidateQueries({ queryKey: query.queryKey });
  };
  if (codes) {
    const finish = () => {
      setCodes(null);
      onCodesSaved?.();
    };
    return <RecoveryCodes heading={heading} codes={codes} username={user.username} onDone={finish} />;
  }
  return (
    <Loaded
      data={data}
      failure={error && messageOf(error, 'The state of two-factor authentication could not be loaded.')}
      onRetry={() => void refetch()}
      skeleton={<Skeleton className="h-24 rounded-xl" />}
    >
      {(state) =>
        state.enabled ? (
          <SwitchedOn
            state={state}
            user={user}
            onNewCodes={(created) => show({ enabled: true, codes: created })}
            onOff={() => show({ enabled: false, codes: null })}
          />
        ) : (
          <TwoFactorSetUp
            user={user}
            heading={heading}
            onDone={(created) => show({ enabled: true, codes: created })}
          />
        )
      }
    </Loaded>
  );
}

interface SwitchedOnProps {
  state: TwoFactorState;
  user: SessionUser;
  onNewCodes: (codes: string[]) => void;
  onOff: () => void;
}

function SwitchedOn({ state, user, onNewCodes, onOff }: SwitchedOnProps) {
  const { timeZone } = useSite();
  const [action, setAction] = useState<TwoFactorAction | null>(null);
  const { enabled_at, recovery_codes_left: left, compulsory } = state;
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="good">On</Badge>
        {enabled_at && <span>since {formatLongDate(enabled_at, timeZone)}</span>}
      </p>
      <CodesLeft count={left} />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setAction('new_codes')}>
          New recovery codes
        </Button>
        {!compulsory && (
          <Button variant="danger" onClick={() => setAction('switch_off')}>
            Switch off
          </Button>
        )}
      </div>
      {compulsory && (
        <p className="text-ink-soft">
          Administrators of this site must use two-factor authentication, so you cannot switch it off.
        </p>
      )}
      {action && (
        <TwoFactorDialog
          action={action}
          username={user.username}
          onClose={() => setAction(null)}
          onNewCodes={onNewCodes}
          onOff={onOff}
        />
      )}
    </div>
  );
}

function CodesLeft({ count }: { count: number }): ReactNode {
  const left = count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`;
  if (count > fewCodes) return <p>{left}</p>;
  return (
    <p className="rounded-lg bg-warn-wash px-4 py-3 font-medium text-warn">
      {count === 0 ? 'No recovery code is left.' : left} Create new ones, so that you can log in without your
      phone.
    </p>
  );
}
