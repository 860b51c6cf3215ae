// What other features may use of the subscriptions.
export { LockedFeature } from './locked-feature.tsx'
export { SubscriptionCard } from './subscription-card.tsx'
export { SubscriptionGate } from './subscription-gate.tsx'
export { useTrial } from './use-trial.ts'
