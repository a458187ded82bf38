/**
 * A certificate for pictures.example.org and other.example.org, valid from 2000 to 2199. Only the tests trust
 * this certificate, so its key may be public.
 */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIBATAKBggqhkjOPQQDAjAfMR0wGwYDVQQDDBRwaWN0dXJl
cy5leGFtcGxlLm9yZzAgFw0wMDAxMDEwMDAwMDBaGA8yMTk5MTIzMTIzNTk1OVow
HzEdMBsGA1UEAwwUcGljdHVyZXMuZXhhbXBsZS5vcmcwWTATBgcqhkjOPQIBBggq
hkjOPQMBBwNCAASv4H684Ry1kf2ur4W1dpku5PuAbg29y4OJVQR7YwGiJSjGTdyi
WV3hPkH0I5nnaH7VUPuAZVSwzCGdEbGemCBZo2YwZDAPBgNVHRMBAf8EBTADAQH/
MDIGA1UdEQQrMCmCFHBpY3R1cmVzLmV4YW1wbGUub3JnghFvdGhlci5leGFtcGxl
Lm9yZzAdBgNVHQ4EFgQUWkYd65tH17o/GWViqJwAw++O7iwwCgYIKoZIzj0EAwID
SAAwRQIgcnvoSLgj3pIaE1Jb3qbwIbcCDHUp7q0P0EHDYhY8nQcCIQDIDKmiOn/B
FNzhG9TNddNdTrBlnNrzwXnECfgG7AAZ1Q==
-----END CERTIFICATE-----
`;

export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJ/z2FlcLxNVKyyrb
Lio1IEO0pC2hItOQk+WFD7CSjIKhRANCAASv4H684Ry1kf2ur4W1dpku5PuAbg29
y4OJVQR7YwGiJSjGTdyiWV3hPkH0I5nnaH7VUPuAZVSwzCGdEbGemCBZ
-----END PRIVATE KEY-----
`;
