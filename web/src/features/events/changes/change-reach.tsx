import type { ManagedType } from '../events.types.api.ts';
import { ScopeField, type SeriesScope } from '../series/scope-field.tsx';
import { ChangeNotice, type ChangeNoticeProps } from './change-notice.tsx';

interface ChangeReachProps extends Omit<ChangeNoticeProps, 'inSeries'> {
  scope: SeriesScope;
  onScope: (scope: SeriesScope) => void;
  types: readonly ManagedType[];
}

/** Which events the changes are for, and who gets an email about them. */
export function ChangeReach({ scope, onScope, types, ...rest }: ChangeReachProps) {
  const isOfSeries = rest.event.series_id !== null;
  return (
    <>
      {isOfSeries && <ScopeField value={scope} onChange={onScope} hasTypes={types.length > 1} />}
      <ChangeNotice {...rest} inSeries={isOfSeries && scope !== 'this'} />
    </>
  );
}
