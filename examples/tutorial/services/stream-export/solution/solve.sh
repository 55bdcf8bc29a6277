#!/bin/bash
cd /app
git apply <<'EOF'
diff --git a/src/stream-export/part0.ts b/src/stream-export/part0.ts
--- a/src/stream-export/part0.ts
+++ b/src/stream-export/part0.ts
@@ -1,6 +1,6 @@
 context
-old
-old
-old
-old
-old
+new
+new
+new
+new
+new
EOF
