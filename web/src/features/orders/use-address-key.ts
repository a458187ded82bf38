import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

interface KeyStore {
  find: () => string | undefined;
  remember: (key: string) => void;
}

/**
 * Stores the key that follows the # in the address on this device, and removes the key from the address at once, so
 * that nobody copies or photographs it by accident. Without a key in the address, finds the stored key.
 * @param name the number of the order, or the id of the ticket, that the key opens
 * @returns undefined until hydration; afterwards the key, if there is one
 */
export function useAddressKey(name: string, store: KeyStore): { key?: string } | undefined {
  const navigate = useNavigate();
  const [read, setRead] = useState<{ name: string; key?: string }>();
  const readAddress = useEffectEvent((wanted: string) => {
    const key = readKey(window.location.hash);
    if (key !== undefined) {
      store.remember(key);
      void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false });
    }
    setRead({ name: wanted, key: key ?? store.find() });
  });
  useEffect(() => {
    const onChange = () => readAddress(name);
    onChange();
    // Another link to the same page may be opened in this tab.
    window.addEventListener('hashchange', onChange);
    return () => window.removeEventListener('hashchange', onChange);
  }, [name]);
  return read?.name === name ? read : undefined;
}

export function readKey(hash: string): string | undefined {
  return /^#key=([\w-]{20,100})$/.exec(hash)?.[1];
}
