import { describe, expect, it } from 'vitest';
import { describePictureState } from './picture-words.ts';

describe('the web app', () => {
  it('says that a picture is being fetched, or why it could not be fetched', () => {
    expect(describePictureState('waiting', 'Upload it instead.')).toContain('We are fetching this picture.');
    expect(describePictureState('not_found', 'Upload it instead.')).toBe(
      'We could not fetch this picture: there is no picture at its address. Upload it instead.',
    );
    expect(describePictureState(null, 'Upload it instead.')).toBeNull();
  });
});
