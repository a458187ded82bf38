export interface AccountLinksTable {
  token_hash: Buffer;
  user_id: number;
  purpose: 'verify_email' | 'reset_password' | 'choose_password';
  email: string;
  created_at: Date;
  expires_at: Date;
}

export interface KnownDevicesTable {
  user_id: number;
  device_hash: Buffer;
  last_used_at: Date;
}

export interface LoginTurnsTable {
  account: string;
  network: string;
  turns: number;
  starts_at: Date;
  ends_at: Date;
}

export interface TwoFactorsTable {
  user_id: number;
  sealed_secret: Buffer;
  created_at: Date;
  confirmed_at: Date | null;
  last_step: number;
  recovery_salt: Buffer | null;
}

export interface RecoveryCodesTable {
  user_id: number;
  code_hash: Buffer;
}

export interface LoginChallengesTable {
  token_hash: Buffer;
  user_id: number;
  password_mark: Buffer;
  tries_left: number;
  expires_at: Date;
}
