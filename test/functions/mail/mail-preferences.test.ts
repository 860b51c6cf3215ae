import { describe, expect, test } from 'vitest'
import type { TemplateName } from '#functions/mail/mail-contents.ts'
import { isWanted } from '#functions/mail/mail-preferences.ts'
import { templates } from '#functions/mail/templates/all.ts'
import { aProfile } from '#test/support/builders/profile.ts'

const all = Object.keys(templates).filter((name): name is TemplateName => Object.hasOwn(templates, name))
const sentTo = (overrides: Parameters<typeof aProfile>[0]) => all.filter((name) => isWanted(name, aProfile(overrides)))

describe('the switch "Email notifications"', () => {
  test('turns off news, and nothing that somebody must act on or keep', () => {
    const kept = sentTo({ emailNotifications: false })
    expect(all.filter((name) => !kept.includes(name)).toSorted()).toEqual([
      'favourites-sent',
      'gallery-expiring',
      'payout-sent',
      'proof-completed',
      'sale-made',
      'sales-of-day',
      'trial-ending',
    ])
  })

  test('is on: everything comes', () => {
    expect(sentTo({})).toEqual(all)
  })
})

test('who is leaving hears what becomes of their money, and nothing else', () => {
  expect(sentTo({ deletionRequestedAt: '2030-01-01T10:00:00.000Z' }).toSorted()).toEqual([
    'payout-failed',
    'payout-returned',
    'payout-sent',
  ])
})

test('who is gone hears nothing', () => {
  expect(all.filter((name) => isWanted(name, undefined))).toEqual([])
})
