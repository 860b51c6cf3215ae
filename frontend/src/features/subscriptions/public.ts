// What pages may use of the subscriptions.
export { LockedFeature } from './locked-feature.tsx'
export { SubscriptionCard } from './subscription-card.tsx'
export { SubscriptionGate } from './subscription-gate.tsx'
