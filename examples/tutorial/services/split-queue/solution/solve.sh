#!/bin/bash
cd /app
git apply <<'EOF'
diff --git a/src/split-queue/part0.ts b/src/split-queue/part0.ts
--- a/src/split-queue/part0.ts
+++ b/src/split-queue/part0.ts
@@ -1,6 +1,7 @@
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
+new
diff --git a/src/split-queue/part1.ts b/src/split-queue/part1.ts
--- a/src/split-queue/part1.ts
+++ b/src/split-queue/part1.ts
@@ -1,1 +1,19 @@
 context
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
+new
+new
diff --git a/src/split-queue/part2.ts b/src/split-queue/part2.ts
--- a/src/split-queue/part2.ts
+++ b/src/split-queue/part2.ts
@@ -1,2 +1,14 @@
 context
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
diff --git a/src/split-queue/part3.ts b/src/split-queue/part3.ts
--- a/src/split-queue/part3.ts
+++ b/src/split-queue/part3.ts
@@ -1,3 +1,9 @@
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
EOF
