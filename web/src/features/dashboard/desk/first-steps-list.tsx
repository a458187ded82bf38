import { Check, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from '../../../layout/link.tsx';
import { paths, teamParams } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/button.tsx';
import type { FoyerEvent } from '../../events/events.api.ts';
import { useShare } from '../../events/calendar/use-share.ts';
import type { Desk } from './dashboard.desk.api.ts';
import { type Membership, mayManageMembers } from '../../teams/team-roles.ts';
import { hasMark, setMark } from './first-steps-memory.ts';
import { listFirstSteps, type Step, type StepId } from './first-steps.ts';

interface FirstStepsProps {
  desk: Desk & { start: NonNullable<Desk['start']> };
  events: readonly FoyerEvent[];
  team: Membership;
}

/** Leads a new team to its first ticket. Gone when all steps are done, or when somebody hides the list. */
export function FirstSteps({ desk, events, team }: FirstStepsProps) {
  const teamId = team.team_id;
  const [isHidden, setHidden] = useState(() => hasMark('hidden', teamId));
  const [hasShared, setShared] = useState(() => hasMark('shared', teamId));
  const steps = listFirstSteps({ desk, events, hasShared });
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  if (isHidden || doneCount === steps.length) return null;
  const next = steps.find(({ isDone }) => !isDone);
  const hide = () => {
    setMark('hidden', teamId);
    setHidden(true);
  };
  const markShared = () => {
    setMark('shared', teamId);
    setShared(true);
  };
  return (
    <Card className="@container p-5 sm:p-6">
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 className="text-2xl font-semibold">Your first event</h2>
          <p className="text-ink-soft">
            {doneCount} of {steps.length} steps done
          </p>
        </div>
        <IconButton label="Hide the first steps" className="-mt-1.5 -mr-2.5" onClick={hide}>
          <X size={19} aria-hidden />
        </IconButton>
      </div>
      <ol className="mt-4 grid gap-1 @[44rem]:grid-cols-2">
        {steps.map((step) => (
          <li key={step.id} className="flex min-h-11 items-start gap-3 py-1.5">
            <Tick isDone={step.isDone} isNext={step === next} />
            <p className="min-w-0">
              {step.isDone ? (
                <span className="text-ink-soft">{stepWords[step.id].name}</span>
              ) : (
                <StepLink
                  step={step}
                  teamId={teamId}
                  event={events.find(({ id }) => id === step.eventId)}
                  onShared={markShared}
                />
              )}
              {step.id === 'team' && mayManageMembers(team.role) && (
                <EditTeamLink team={team} start={desk.start} />
              )}

              {step === next && (
                <span className="block text-[0.9375rem] text-ink-soft">
                  {describeStep(step.id, desk.takes_test_cards)}
                </span>
              )}
              {step.id === 'share' && step === next && step.eventId !== undefined && (
                <button
                  type="button"
                  className="min-h-11 text-[0.9375rem] underline underline-offset-4"
                  onClick={markShared}
                >
                  I have shared it
                </button>
              )}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const stepWords: Record<StepId, { name: string; hint: string }> = {
  team: { name: 'Make your team', hint: '' },
  draft: {
    name: 'Draft your first event',
    hint: 'Only your team sees a draft. You can change everything until you publish it, and after.',
  },
  types: { name: 'Choose its ticket types', hint: 'Free or paid, each with its own price and number.' },
  publish: { name: 'Publish it', hint: 'Set the status to Publish Now when you are ready.' },
  share: { name: 'Share it', hint: 'Send the link to the people who should come.' },
  try: {
    name: 'Order a ticket yourself',
    hint: 'See what your guests see, up to the ticket in the mail. You can refund it afterwards.',
  },
};

function describeStep(id: StepId, takesTestCards: boolean): string {
  const { hint } = stepWords[id];
  return id === 'try' && takesTestCards
    ? `${hint} The test card 4242 4242 4242 4242 pays without money.`
    : hint;
}

function Tick({ isDone, isNext }: { isDone: boolean; isNext: boolean }) {
  const colour = isDone
    ? 'bg-good-wash text-good'
    : isNext
      ? 'border-2 border-spot'
      : 'border border-line-strong';
  return (
    <span className={`mt-0.5 grid size-6 shrink-0 place-items-center rounded-full ${colour}`}>
      {isDone && <Check size={15} aria-label="Done:" />}
    </span>
  );
}

interface StepLinkProps {
  step: Step;
  teamId: number;
  event: FoyerEvent | undefined;
  onShared: () => void;
}

function StepLink({ step: { id, eventId }, teamId, event, onShared }: StepLinkProps) {
  const { name } = stepWords[id];
  const className = 'font-semibold underline underline-offset-4';
  if (id === 'draft') {
    return (
      <Link to={paths.createEvent} search={{ team: teamId }} className={className}>
        {name}
      </Link>
    );
  }
  // A step without an event waits for the steps before it.
  if (eventId === undefined) return <span>{name}</span>;
  if (id === 'share') {
    return event ? (
      <ShareStep event={event} className={className} onShared={onShared}>
        {name}
      </ShareStep>
    ) : (
      <span>{name}</span>
    );
  }
  if (id === 'try') {
    return (
      <Link to={paths.event} params={{ id: String(eventId) }} className={className}>
        {name}
      </Link>
    );
  }
  return (
    <Link to={paths.editEvent} params={{ eventId: String(eventId) }} className={className}>
      {name}
    </Link>
  );
}

interface EditTeamLinkProps {
  team: Membership;
  start: NonNullable<Desk['start']>;
}

/** Gone when the team's page has all that visitors look for. */
function EditTeamLink({ team, start }: EditTeamLinkProps) {
  const missing = [!start.has_picture && 'picture', !start.has_description && 'description'].filter(Boolean);
  if (missing.length === 0) return null;
  return (
    <Link
      to={paths.team}
      params={teamParams({ id: team.team_id, name: team.team_name })}
      hash="edit"
      className="block text-[0.9375rem] underline underline-offset-4"
    >
      Add its {missing.join(' and ')}
    </Link>
  );
}

interface ShareStepProps {
  event: FoyerEvent;
  className: string;
  onShared: () => void;
  children: ReactNode;
}

/** Shares at once, or leads to the event's page, where the link of a private event is. */
function ShareStep({ event, className, onShared, children }: ShareStepProps) {
  const { share, copyBox } = useShare(event);
  if (!share) {
    return (
      <Link to={paths.event} params={{ id: String(event.id) }} className={className} onClick={onShared}>
        {children}
      </Link>
    );
  }
  return (
    <>
      <button type="button" className={className} onClick={() => void share().then(onShared)}>
        {children}
      </button>
      {copyBox}
    </>
  );
}
