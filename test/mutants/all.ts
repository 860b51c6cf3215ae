import { carelessMutants } from './careless.ts'
import { houseMutants } from './house.ts'
import { moneyMutants } from './money.ts'
import type { Mutant } from './mutant.ts'
import { strangersMutants } from './stranger.ts'

export const allMutants: readonly Mutant[] = [...moneyMutants, ...carelessMutants, ...houseMutants, ...strangersMutants]
