import type { Account } from '../wire.ts'
import type { World } from '../world.ts'
import { requirements } from './new-account.ts'

const capabilityObject = (account: Account, name: string) => {
  const status: unknown = Object.entries(account.capabilities ?? {}).find(([capability]) => capability === name)?.[1]
  return { id: name, object: 'capability', account: account.id, requested: true, requested_at: account.created, status }
}

/** Tells the endpoint of connected accounts how an account stands. */
const announce = (world: World, account: Account) => world.emit('account.updated', account, { account: account.id })

const setCapabilities = (world: World, account: Account, status: 'active' | 'pending') => {
  account.capabilities = Object.fromEntries(Object.keys(account.capabilities ?? {}).map((name) => [name, status]))
  for (const name of Object.keys(account.capabilities)) {
    world.emit('capability.updated', capabilityObject(account, name), { account: account.id })
  }
}

/** Its owner has given every detail, and Stripe has accepted them. */
export const completeOnboarding = (world: World, account: Account, bank: { last4: string } = { last4: '2345' }) => {
  submitDetails(world, account, bank)
  account.charges_enabled = account.capabilities?.card_payments !== undefined
  account.payouts_enabled = true
  account.requirements = requirements([], null)
  setCapabilities(world, account, 'active')
  announce(world, account)
  return account
}

/** Its owner has given every detail, and Stripe has yet to check them. */
export const awaitVerification = (world: World, account: Account) => {
  submitDetails(world, account, { last4: '2345' })
  account.charges_enabled = false
  account.payouts_enabled = false
  account.requirements = {
    ...requirements([], 'requirements.pending_verification'),
    pending_verification: ['individual.verification.document'],
  }
  setCapabilities(world, account, 'pending')
  announce(world, account)
  return account
}

const submitDetails = (world: World, account: Account, { last4 }: { last4: string }) => {
  account.details_submitted = true
  account.business_type ??= 'individual'
  account.tos_acceptance = { date: world.now(), ip: null, user_agent: null }
  if (account.external_accounts?.data.length === 0) addBank(world, account, last4)
}

const addBank = (world: World, account: Account, last4: string) => {
  const bank = {
    id: world.newId('ba'),
    object: 'bank_account' as const,
    account: account.id,
    account_holder_name: null,
    account_holder_type: null,
    account_type: null,
    available_payout_methods: ['standard' as const],
    bank_name: 'STRIPE TEST BANK',
    country: 'GB',
    currency: 'gbp',
    default_for_currency: true,
    fingerprint: null,
    last4,
    metadata: {},
    routing_number: '108800',
    status: 'new',
  }
  account.external_accounts?.data.splice(0, account.external_accounts.data.length, bank)
  world.emit('account.external_account.created', bank, { account: account.id })
}

/** Its owner cuts the connection; the platform's key no longer sees the account. */
export const deauthorise = (world: World, account: Account) => {
  world.state.accounts.remove(account.id)
  world.emit(
    'account.application.deauthorized',
    { id: 'ca_local', object: 'application', name: 'Darkslide' },
    { account: account.id },
  )
  return { id: account.id }
}
