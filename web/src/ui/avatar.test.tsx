import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Avatar } from './avatar.tsx';

it('shows the picture of a user, or the first two letters of the username, or U without a username', () => {
  const picture = renderToString(<Avatar username="priya" imageUrl="/uploads/priya.webp" />);
  expect(picture).toContain('src="/uploads/priya.webp"');
  expect(picture).not.toContain('PR');
  expect(renderToString(<Avatar username="priya" imageUrl={null} />)).toContain('>PR<');
  expect(renderToString(<Avatar username="x" imageUrl="" />)).toContain('>X<');
  expect(renderToString(<Avatar username="" imageUrl={null} />)).toContain('>U<');
  expect(renderToString(<Avatar username={undefined} imageUrl={undefined} />)).toContain('>U<');
});
