import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Loaded } from './states.tsx';

function show(data: string | undefined, failure: string | null) {
  return renderToString(
    <Loaded data={data} failure={failure} onRetry={() => undefined} skeleton="Loading">
      {(text) => <p>{text}</p>}
    </Loaded>,
  );
}

describe('a page', () => {
  it('keeps showing its data, with a warning, when loading the data again fails', () => {
    expect(show(undefined, null)).toBe('Loading');
    expect(show(undefined, 'No luck')).toMatch(/No luck.*Try Again/);
    expect(show('Guests', null)).toBe('<div><p>Guests</p></div>');
    const late = show('Guests', 'No luck');
    expect(late).toMatch(/No luck.*may be out of date.*<p>Guests<\/p>/);
    expect(late).not.toContain('Try Again');
  });
});
