/** Every step from an empty database to the present one. A step that has been released is never edited. */
import type { SQL } from "bun"
import type { Dialect } from "../dialect/dialect.ts"
import { tables } from "./0001-tables.ts"
import { lookups } from "./0002-lookups.ts"
import { client } from "./0003-client.ts"
import { tier } from "./0004-tier.ts"

/** Statements of one step. They run inside one transaction with all other steps that are due. */
export type Migration = (sql: SQL, dialect: Dialect) => Promise<void>

/** The step at index `n` leads from version `n` to version `n + 1`. */
export const migrations: readonly Migration[] = [tables, lookups, client, tier]
