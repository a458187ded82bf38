import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { FormError } from './field.tsx';

describe('the error of a form', () => {
  const show = (isRefused: boolean, isReserved: boolean) =>
    renderToString(
      <FormError>
        {isRefused && 'The price has changed.'}
        {isReserved && 'All reserved right now.'}
      </FormError>,
    );

  it('shows no empty box while nothing is wrong', () => {
    expect(show(false, false)).toBe('<div role="alert" class="empty:absolute"></div>');
  });

  it('shows what is wrong', () => {
    expect(show(true, false)).toContain('The price has changed.</p>');
  });
});
