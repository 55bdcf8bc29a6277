#!/bin/bash
cd /app
git apply <<'EOF'
diff --git a/src/retry-uploads/part0.ts b/src/retry-uploads/part0.ts
--- a/src/retry-uploads/part0.ts
+++ b/src/retry-uploads/part0.ts
@@ -1,3 +1,14 @@
 context
-old
-old
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
diff --git a/src/retry-uploads/part1.ts b/src/retry-uploads/part1.ts
--- a/src/retry-uploads/part1.ts
+++ b/src/retry-uploads/part1.ts
@@ -1,4 +1,17 @@
 context
-old
-old
-old
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
+new
EOF
