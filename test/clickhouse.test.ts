import { describeWholeClickHouse } from './clickhouse.conformance.ts';

describeWholeClickHouse({ moves: false });
