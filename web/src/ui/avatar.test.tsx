import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Avatar } from './avatar.tsx';

describe('an avatar', () => {
  it('shows the picture of the user, else the first two letters of the username, else U', () => {
    const picture = renderToString(<Avatar username="priya" imageUrl="/uploads/priya.webp" />);
    expect(picture).toContain('src="/uploads/priya.webp"');
    expect(picture).not.toContain('PR');
    expect(renderToString(<Avatar username="priya" imageUrl={null} />)).toContain('>PR<');
    expect(renderToString(<Avatar username="x" imageUrl="" />)).toContain('>X<');
    expect(renderToString(<Avatar username="" imageUrl={null} />)).toContain('>U<');
    expect(renderToString(<Avatar username={undefined} imageUrl={undefined} />)).toContain('>U<');
  });
});
