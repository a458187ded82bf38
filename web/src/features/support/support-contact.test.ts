import { describe, expect, it } from 'vitest';
import { readContact } from './support-contact.ts';

describe('the support page', () => {
  it('turns a contact that is an email address into a link that puts the payment reference into the subject', () => {
    expect(readContact('help@foyer.example', undefined)).toEqual({
      href: 'mailto:help@foyer.example',
      label: 'help@foyer.example',
    });
    expect(readContact('mailto:help@foyer.example', 'cs_1&body=x').href).toBe(
      'mailto:help@foyer.example?subject=Payment%20cs_1%26body%3Dx',
    );
  });

  it('turns a contact that is a web address or a phone number into a link', () => {
    expect(readContact(' https://help.example/foyer ', undefined).href).toBe('https://help.example/foyer');
    expect(readContact('+44 (0)1273 555-010', undefined).href).toBe('tel:+4401273555010');
  });

  it('shows a contact as plain text if it is neither an email address, a web address nor a phone number', () => {
    expect(readContact('Ask at the town hall', undefined)).toEqual({
      href: null,
      label: 'Ask at the town hall',
    });
    expect(readContact('javascript:alert(1)', undefined).href).toBeNull();
  });
});
