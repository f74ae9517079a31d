import { expect, test } from 'vitest';
import { secrecyOf } from './index.ts';

test.each([
  [
    3,
    'password DB_PASS clientSecret user.passwd private_key secret_key_base PGPASSWORD passphrase jwtSecret',
  ],
  [
    2,
    'token apiKey API_KEY x-api-key accessToken refresh_tokens Authorization Set-Cookie cookies credentials awsAccessKey _auth hmac_key HostKey',
  ],
  [1, 'hashingKey signature sig GOOGLE_MAPS_KEY'],
  [
    0,
    'max_tokens prompt_tokens total_tokens token_count tokenizer tokenType budget_tokens cookie_policy secretary author key keys publicKey primary_key cache_key monkey password_policy passwordMinLength secret_name credentials_path token_url api_key_id passed compass answer_at_5_per_1k_injected_tokens facts_per_1k_prompt_tokens token_efficiency',
  ],
])('secrecy %d: %s', (secrecy, names) => {
  const others = names.split(' ').filter((name) => secrecyOf(name) !== secrecy);
  expect(others).toEqual([]);
});
