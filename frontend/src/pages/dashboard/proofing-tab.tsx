import { OwnSessions } from '#frontend/features/proofing/public.ts'
import { LockedFeature } from '#frontend/features/subscriptions/public.ts'

export const ProofingTab = () => <OwnSessions locked={<LockedFeature feature="Client Proofing" />} />
